-- Staff find a booking by any fragment of what they know about it, among hundreds of thousands. The
-- extension is one that the owner of a database may create without being its superuser. A database
-- that forbids it gets an index of whole words: there a name is found by its beginning only.
do $$ begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise notice 'pg_trgm is not allowed here: bookings are found by the beginnings of words';
end $$;

-- Reference, email address and name, in the spellings of platform/spelling.ts; written wherever the
-- contact is. Null where nobody has given a contact, or the person was erased.
alter table orders
  add column search text,
  add column contact_phone text check (contact_phone ~ '^\+[0-9]{7,15}$');  -- E.164

create function pg_temp.fold(typed text) returns text language sql immutable as $$
  select trim(regexp_replace(replace(lower(regexp_replace(
    normalize(typed, nfd), '[\u0300-\u036f]', '', 'g')), 'ς', 'σ'), '[^[:alnum:]]+', ' ', 'g'))
$$;
create function pg_temp.skeleton(typed text) returns text language plpgsql immutable as $$
declare
  name text := pg_temp.fold(typed);
  step text[];
  steps text[] := array[
    ['ου', 'ou'], ['([αεη])υ(?=[αεηιουωβγδζλμνρ])', '\1v'], ['([αεη])υ', '\1f'], ['γ(?=[γξχ])', 'n'],
    ['θ', 'th'], ['χ', 'ch'], ['ψ', 'ps'], ['ξ', 'x'],
    ['α', 'a'], ['β', 'v'], ['γ', 'g'], ['δ', 'd'], ['ε', 'e'], ['ζ', 'z'], ['η', 'i'], ['ι', 'i'],
    ['κ', 'k'], ['λ', 'l'], ['μ', 'm'], ['ν', 'n'], ['ο', 'o'], ['π', 'p'], ['ρ', 'r'], ['σ', 's'],
    ['τ', 't'], ['υ', 'y'], ['φ', 'f'], ['ω', 'o'],
    ['ph', 'f'], ['th', 't'], ['ck|ch|kh|c|q', 'k'], ['x', 'ks'], ['ou', 'u'], ['ei|oi|yi|y|j', 'i'],
    ['w', 'o'], ['dh', 'd'], ['b', 'v'], ['(.)\1+', '\1']];
begin
  foreach step slice 1 in array steps loop
    name := regexp_replace(name, step[1], step[2], 'g');
  end loop;
  return name;
end $$;
update orders set search = concat_ws(' ', lower(reference), lower(nullif(contact_email, '')),
  nullif(pg_temp.fold(contact_name), ''), nullif(pg_temp.skeleton(contact_name), ''))
where coalesce(contact_name, contact_email) is not null;

do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index orders_search on orders using gin (search gin_trgm_ops);
  else
    create index orders_search on orders using gin (array_to_tsvector(string_to_array(search, ' ')));
  end if;
end $$;
create index on orders (reference text_pattern_ops);        -- its beginning
create index on orders (contact_phone text_pattern_ops) where contact_phone is not null;
create index on orders (reverse(contact_phone) text_pattern_ops) where contact_phone is not null;
create index on payments (card_last4) where card_last4 is not null;
create index on payments (payable_id) where state = 'review' and decision is null;
create index on payments (payable_id) where disputed and dispute_outcome is null;
create index on refunds (payment_id) where state in ('needs-attention', 'failed');
create index on refunds (provider_ref) where provider_ref is not null;
create index on bookings (wheelchair_number) where wheelchair_number is not null;
create index on bookings (departs_at, order_id);            -- the nearest in time
create index on tickets (booking_id);                       -- replaced ones as well

-- What staff have to know of a booking, in their own words.
create table order_notes (
  note_id     uuid primary key,
  order_id    uuid not null references orders,
  author      text not null,                                -- as in the audit: "staff:<id>"
  text        text not null check (text <> ''),
  written_at  timestamptz not null
);
create index on order_notes (order_id);
