-- Whoever is logged in finds what was sent to the account's address, whichever browser asked for it.
alter table mailbox_messages add column address text;      -- in small letters
create index on mailbox_messages (address);
