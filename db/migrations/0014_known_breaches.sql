-- Promises that were found broken and are not mended yet, so that each is told once.
create table known_breaches (
  sentence       text primary key,
  first_seen_at  timestamptz not null,
  last_seen_at   timestamptz not null
);
