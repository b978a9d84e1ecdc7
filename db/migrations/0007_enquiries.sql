-- What people write to the company in a form of the site. How long it is kept: modules/enquiries.
create table enquiries (
  enquiry_id       uuid primary key,
  reference        text not null unique,               -- what people read to each other
  kind             text not null check (kind in (
                     'contact', 'school-service', 'vip-taxi', 'private-hire', 'coach-hire',
                     'wheelchair-accessible-transport', 'airline-crew-transport')),
  topic            text check (topic in ('question', 'booking', 'lost-property', 'complaint', 'other')),
  locale           text not null,
  email            text not null,                      -- where the answer goes
  fields           jsonb not null,                     -- as typed, but for card numbers, which are masked
  suspicions       text[] not null default '{}',       -- why the form asked whether a person sends it
  digest           text not null,                      -- of all that was typed: sent twice, it is kept once
  visitor          text not null,                      -- in whose mailbox the demonstration puts the answer
  state            text not null default 'new' check (state in ('new', 'answered', 'closed')),
  received_at      timestamptz not null,
  forwarded_at     timestamptz,                        -- the company has it by mail
  acknowledged_at  timestamptz,                        -- the writer was told that it came
  answered_at      timestamptz,
  check ((kind = 'contact') = (topic is not null))
);
create index on enquiries (digest);
create index on enquiries (email, received_at);
create index on enquiries (received_at);

-- Signs when a form was shown, so that nobody can say it was earlier. One row, made here.
create table form_keys (
  key  uuid primary key default gen_random_uuid()
);
insert into form_keys default values;
