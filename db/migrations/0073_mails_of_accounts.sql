-- The account that a mail to another address is about: to a former address, or to one that was not proven yet. These
-- were found by the account's present address alone, so they outlived an erased account.

alter table mails add column account_id text references accounts on delete cascade;
create index on mails (account_id) where account_id is not null;
