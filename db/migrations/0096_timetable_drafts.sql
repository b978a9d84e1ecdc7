-- A timetable that is being prepared: a feed as a file, and what it would do if it were published.
create table timetable_drafts (
  draft_id       uuid primary key,
  name           text not null,
  feed           bytea,                                -- null once it is published or deleted
  state          text not null default 'draft'
                 check (state in ('draft', 'scheduled', 'published', 'discarded')),
  made_by        text not null,
  made_at        timestamptz not null,
  preview        jsonb,                                -- null while it is being made
  base_import_id uuid references feed_imports,         -- the timetable that the preview compares with
  publish_at     timestamptz,
  publish_by     text,
  take_off_sale  boolean not null default false,
  refusal        text                                  -- the reason why it was not published
);
create index on timetable_drafts (publish_at) where state = 'scheduled';
create index on timetable_drafts (base_import_id);
