-- Why buses do not run as they were sold, as their passengers are told: a sentence by language, in all of
-- them. Null: they are told no reason. The cause stays with the office.

alter table incidents add column told_reason jsonb check (jsonb_typeof(told_reason) = 'object');
