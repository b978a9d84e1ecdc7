-- Raised with every change by a person of what all visitors are shown: whether a departure runs, and
-- the notices. With the number of imports it is the edition that each process of the site compares.
create table public_editions (
  only_row boolean primary key default true check (only_row),
  edition  bigint not null
);
insert into public_editions (edition) values (0);
