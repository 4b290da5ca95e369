-- The tables of a board. A change raises SCHEMA.

create table board (one bool primary key default true check (one), id uuid not null, schema int not null);
create table head (
    one bool primary key default true check (one), n bigint not null, month text not null, hash text not null
) with (fillfactor = 50);
create table line (n bigint primary key, month text not null, raw bytea not null, hash text not null);
create table piece (
    kind text collate "C" not null, key text collate "C" not null, n bigint not null, body bytea not null,
    primary key (kind, key, n)
);
create table unit (token uuid primary key, made timestamptz not null default now(), versions bigint[]);
create table host (id text primary key, epoch bigint not null, until timestamptz not null, home text not null)
    with (fillfactor = 50);
create table lease (name text primary key, host text not null, fence bigint not null);
create sequence version;
create sequence fence;
