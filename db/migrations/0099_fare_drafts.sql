-- Fares that are being prepared. The row goes once they are published or given up; the audit keeps who did what.
create table fare_drafts (
  draft_id  uuid primary key,
  begins    date,                                  -- the first day of boarding; null: as `back_to` has it
  wishes    jsonb not null default '[]',           -- the fares that change, by pair and category
  back_to   int references fare_editions,          -- the edition that is to be published again
  made_by   text not null,
  made_at   timestamptz not null,
  check ((begins is null) = (back_to is not null))
);
create index on fare_drafts (back_to);
