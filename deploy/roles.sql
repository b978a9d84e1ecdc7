-- The two roles of the site and its database. Run it once, as a superuser of a new server:
--
--   psql --file=deploy/roles.sql postgres
--   \password halcyon_owner    and    \password halcyon_site
--
-- The owner migrates and grants at each start; all work is done as halcyon_site, which owns nothing. The
-- database has 200 connections (max_connections), of which 20 remain for the owner, backups and people.

create role halcyon_owner login nosuperuser nocreatedb nocreaterole connection limit 20;
create role halcyon_site login nosuperuser nocreatedb nocreaterole connection limit 180;
create database halcyon owner halcyon_owner;
revoke connect, temporary on database halcyon from public;
grant connect, temporary on database halcyon to halcyon_site;

-- Limits on a visitor's transaction, in milliseconds. They are on the role, because a pooler in
-- transaction mode passes on none that a connection asks for. Jobs and imports lift them on their own
-- connections. The last one frees the locks of a program that froze within a transaction.
alter role halcyon_site in database halcyon set statement_timeout = 2000;
alter role halcyon_site in database halcyon set lock_timeout = 1000;
alter role halcyon_site in database halcyon set idle_in_transaction_session_timeout = 2500;
