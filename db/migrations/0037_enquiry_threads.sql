-- The inbox: an enquiry is taken by a person, answered by mail, and replied to on a page of its own.
--   new        nobody has taken it
--   open       it is our turn
--   waiting    we have asked the writer something
--   answered   the writer has our answer
--   closed     it needs none
alter table enquiries
  add column thread_id text unique,             -- opens the page where the writer reads and replies
  add column assigned_to text,                  -- as in the audit
  add column due_on date,                       -- of a complaint: the last day for the next answer by law
  add column waits_since timestamptz,           -- since when the writer has been waiting for us
  add column first_answered_at timestamptz,
  drop constraint enquiries_state_check,
  add constraint enquiries_state_check
    check (state in ('new', 'open', 'waiting', 'answered', 'closed'));
update enquiries set waits_since = received_at where state = 'new';
update enquiries set due_on = ((received_at at time zone 'Asia/Nicosia')::date + interval '1 month')::date
where state = 'new' and topic = 'complaint';
create index enquiries_to_do on enquiries (coalesce(due_on, '9999-12-31'), received_at, enquiry_id)
  where state in ('new', 'open', 'waiting');
create index enquiries_done on enquiries (received_at, enquiry_id) where state in ('answered', 'closed');
create index on enquiries (lower(email), received_at);
drop index enquiries_email_received_at_idx;

create table enquiry_messages (
  message_id  uuid primary key,
  enquiry_id  uuid not null references enquiries on delete cascade,
  kind        text not null check (kind in ('answer', 'reply', 'note')),
  written_by  text,                             -- as in the audit; none: the writer of the enquiry
  body        text not null,
  written_at  timestamptz not null,
  check ((kind = 'reply') = (written_by is null))
);
create index on enquiry_messages (enquiry_id, written_at);

-- The mail about one message of a thread; of the others an enquiry has one of each kind, as before.
alter table mails add column enquiry_message_id uuid references enquiry_messages on delete cascade;
drop index one_mail_of_an_enquiry;
create unique index one_mail_of_an_enquiry on mails (enquiry_id, kind) where enquiry_message_id is null;
create unique index one_mail_of_an_enquiry_message on mails (enquiry_message_id, kind)
  where enquiry_message_id is not null;
