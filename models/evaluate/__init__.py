"""How well the networks do: on annotated photos, on unseen art, by light, and after teaching a set."""
