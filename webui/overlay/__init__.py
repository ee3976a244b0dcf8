"""What a broadcast lays over its picture: the score, waits, last discards, the winner's hand."""
