-- The timetable of an import as the feed that planners download, so that any edition can be shown
-- again. Imports of before have none until the newest is written from the tables.
alter table feed_imports add column feed bytea;
