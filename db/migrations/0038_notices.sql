-- Notices of the company on its public pages, in every language or not at all.
create table notices (
  notice_id  uuid primary key,
  place      text not null check (place in ('every-page', 'route')),
  route_id   text references routes,
  tone       text not null check (tone in ('info', 'warning')),
  state      text not null check (state in ('draft', 'published', 'taken-down')),
  from_at    timestamptz not null,
  until_at   timestamptz,                       -- none: until it is taken down
  made_by    text not null,                     -- as in the audit
  made_at    timestamptz not null,
  check ((place = 'route') = (route_id is not null)),
  check (until_at > from_at)
);
create index on notices (made_at, notice_id);
create index on notices (from_at) where state = 'published';

create table notice_words (
  notice_id  uuid not null references notices on delete cascade,
  locale     text not null,
  body       text not null check (body <> ''),
  primary key (notice_id, locale)
);
