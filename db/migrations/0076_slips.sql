-- The number on a slip of the card terminal proves one payment of one day, so that nobody sells with an invented
-- slip twice. Entries from before have no day: they may repeat a number.
alter table till_entries add column slip_day date check ((slip_day is not null) <= (slip is not null));
create unique index one_slip_a_day on till_entries
  (slip_day, ltrim(regexp_replace(upper(slip), '[^[:alnum:]]', '', 'g'), '0')) where slip_day is not null;
