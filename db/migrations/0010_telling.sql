-- Every holder of a ride that the company does not run is told once of it.
create unique index one_word_of_a_cancelled_departure on mails (booking_id)
  where kind = 'departure-cancelled';

-- Somebody asks for the link to a booking. Asked of a booking that is not there, the same is written,
-- so that neither the answer nor its time tells which; the job that sends the mail deletes it.
create table link_requests (
  request_id    uuid primary key,
  reference     text not null,
  email_digest  text not null,
  requested_at  timestamptz not null
);
