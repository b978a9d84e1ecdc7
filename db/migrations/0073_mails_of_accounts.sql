-- The account that a mail to another address is about: to a former address, or to one that was not proven yet. These
-- were found by the account's present address alone, so they outlived an erased account. It is not named account_id: the
-- release before joins mails and orders, and would no longer know which of the two is meant.

alter table mails add column about_account_id text references accounts on delete cascade;
create index on mails (about_account_id) where about_account_id is not null;
