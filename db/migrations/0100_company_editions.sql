-- What the company says of itself, as each change left it (`Company` of operator.ts). The newest is shown.
create table company_editions (
  edition   int primary key,
  company   jsonb not null,
  back_to   int references company_editions,  -- the edition that was published again
  made_by   text not null,                    -- as an actor of the audit
  made_at   timestamptz not null
);
create index on company_editions (back_to);

-- The edition that was shown when the document was made, which it names for ever; null: the first.
alter table receipts add column company_edition int;
