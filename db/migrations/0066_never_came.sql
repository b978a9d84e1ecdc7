-- A bus that never came. It is cancelled as any other, though after it had left by its plan, and its
-- passengers are told so.

alter table incidents add column never_came boolean not null default false;
