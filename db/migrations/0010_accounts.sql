-- Travellers' accounts. The auth library keeps its books in the first four tables; it is told their
-- names in modules/accounts/auth.server.ts. An account is made when its e-mail is proven, not before.
create table accounts (
  id              text primary key,
  name            text not null,
  email           text not null unique check (email = lower(email)),
  email_verified  boolean not null,
  image           text,                                -- the library's; always empty
  locale          text not null,                       -- of the mails to it
  visitor         text not null,                       -- in whose mailbox the demonstration puts them
  terms_version   text not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);

create table account_sessions (
  id          text primary key,
  token       text not null unique,                    -- the cookie holds it signed
  account_id  text not null references accounts on delete cascade,
  ip_address  text,                                    -- never filled
  user_agent  text,                                    -- never filled
  expires_at  timestamptz not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);
create index on account_sessions (account_id);

-- How an account is logged in to. There is one way, a password; the other columns are the library's.
create table account_passwords (
  id                        text primary key,
  account_id                text not null references accounts on delete cascade,
  login_id                  text not null,
  provider_id               text not null,
  password                  text,                      -- argon2id
  access_token              text,
  refresh_token             text,
  id_token                  text,
  access_token_expires_at   timestamptz,
  refresh_token_expires_at  timestamptz,
  scope                     text,
  created_at                timestamptz not null,
  updated_at                timestamptz not null
);
create index on account_passwords (account_id);

-- What the link in a mail about a forgotten password opens. The identifier is a hash of it.
create table account_tokens (
  id          text primary key,
  identifier  text not null,
  value       text not null,
  expires_at  timestamptz not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);
create index on account_tokens (identifier);

-- An address that somebody says is theirs, until the link in a mail to it is opened: by a sign-up,
-- or by an account that is to have another address.
create table address_proofs (
  proof_id       text primary key,                     -- in the link; opens nothing without the password
  email          text not null check (email = lower(email)),
  account_id     text references accounts on delete cascade,
  name           text,
  password_hash  text,
  terms_version  text,
  locale         text not null,
  visitor        text not null,
  asked_at       timestamptz not null,
  expires_at     timestamptz not null,
  check ((account_id is null) = (password_hash is not null)),
  check ((account_id is null) = (name is not null and terms_version is not null))
);
create index on address_proofs (email);

-- A mail about an account that we owe. What it says, and whether there is anything to say, is found
-- out when it is sent, so that asking for one tells nothing.
create table account_mails (
  mail_id     uuid primary key,
  kind        text not null check (kind in (
                'sign-up', 'new-email', 'forgot-password', 'email-changed', 'password-changed')),
  address     text not null,
  locale      text not null,
  visitor     text not null,
  proof_id    text,                                    -- forgotten once the mail has been sent
  state       text not null check (state in ('queued', 'sent', 'needless', 'refused', 'parked')),
  queued_at   timestamptz not null,
  sent_at     timestamptz
);
create index on account_mails (lower(address), queued_at);

-- Signs the cookies of sessions where no setting names a key. One row, made here.
create table account_keys (
  key  text primary key default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into account_keys default values;
