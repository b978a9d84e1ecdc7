-- One outbox for every mail we owe: about an order, about what was written in a form, about an account.
-- Its kinds are those of modules/mail/kinds.ts, where the compiler asks for the letter of each, so that
-- a new one needs no migration.
alter table mails
  drop constraint mails_kind_check,
  alter column order_id drop not null,
  alter column address drop not null,                  -- none: it goes to the company itself
  add column enquiry_id uuid references enquiries on delete cascade,
  add column locale text,                              -- about an account: what was asked for in …
  add column visitor text,                             -- … and by whom
  add column proof_id text;                            -- forgotten once the mail has been sent

insert into mails (mail_id, kind, address, locale, visitor, proof_id, state, queued_at, sent_at)
select mail_id, kind, address, locale, visitor, proof_id, state, queued_at, sent_at from account_mails;
drop table account_mails;

-- The mails of enquiries were jobs and nothing else. What is left of each says its id, so that a mail
-- that was tried keeps its Message-ID, and whether it is still to go. A writer who had had enough mails
-- was owed none.
create temporary table enquiry_jobs (
  enquiry_id  uuid not null,
  recipient   text not null,
  mail_id     uuid not null,
  waits       boolean not null,
  tries       int not null
) on commit drop;
do $$ begin
  if to_regclass('pgboss.job') is not null then
    insert into enquiry_jobs
    select distinct on (data ->> 'enquiryId', data ->> 'to')
      (data ->> 'enquiryId')::uuid, data ->> 'to', (data ->> 'mailId')::uuid,
      state::text in ('created', 'retry', 'active'), coalesce(retry_count, 0)
    from pgboss.job where name = 'send-enquiry'
    order by data ->> 'enquiryId', data ->> 'to', created_on desc;
  end if;
end $$;

insert into mails (mail_id, kind, enquiry_id, address, state, tries, queued_at, sent_at)
select coalesce(mail_id, gen_random_uuid()), mail.kind, enquiries.enquiry_id, address,
  case when sent_at is not null then 'sent' when waits then 'queued' else 'parked' end,
  coalesce(tries, 0), received_at, sent_at
from enquiries
cross join lateral (values
  ('forwarded-enquiry', 'company', null, forwarded_at),
  ('acknowledgement', 'writer', email, acknowledged_at)
) as mail (kind, recipient, address, sent_at)
left join enquiry_jobs using (enquiry_id, recipient)
where recipient = 'company' or sent_at is not null or mail_id is not null;
alter table enquiries drop column forwarded_at, drop column acknowledged_at;

alter table mails
  add check (num_nonnulls(order_id, enquiry_id, visitor) = 1),
  add check ((locale is null) = (visitor is null)),
  add check (address is not null or enquiry_id is not null);
create unique index one_mail_of_an_enquiry on mails (enquiry_id, kind);
drop index mails_lower_queued_at_idx;
create index on mails (lower(address), queued_at);
create index on mails (visitor) where visitor is not null;  -- alone those about accounts have one
