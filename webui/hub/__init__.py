"""Many tables: what carries their journals to a club's hub, what keeps and shows them there."""
