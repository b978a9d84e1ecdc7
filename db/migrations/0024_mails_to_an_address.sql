-- How many mails an address was sent lately because somebody asked for them.
create index on mails (lower(address), queued_at) where kind in ('manage-link', 'contact');
