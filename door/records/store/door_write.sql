-- Writes a unit.

create function door_write(
    this uuid, does text[], kinds text[], keys text[], olds bigint[], bodies bytea[],
    months text[], raws bytea[], hashes text[], after text, soon bool
) returns bigint[] language plpgsql as $$
declare
    before bigint;
    made bigint[];
    last record;
begin
    if soon then
        perform set_config('synchronous_commit', 'off', true);
    end if;
    select coalesce(array_agg(case act when 'delete' then 0 else
        nextval('version') << 20 | floor(random() * 1048576)::bigint end order by at), '{}')
        into made from unnest(does) with ordinality as change(act, at);
    insert into unit values (this, now(), made) on conflict do nothing;
    if not found then
        return (select versions from unit where token = this);
    end if;
    if cardinality(hashes) > 0 then  -- before the documents: a host that has its turn has locked it
        update head set
            n = n + cardinality(hashes), hash = hashes[cardinality(hashes)],
            month = greatest(month, (select max(one) from unnest(months) as given(one)))
            where hash = after returning n - cardinality(hashes) as n, month into last;
        if not found then
            raise 'line' using errcode = 'DR001';
        end if;
    end if;
    perform pg_advisory_xact_lock(number) from (
        select distinct hashtextextended(kind || '/' || key, 0) as number
        from unnest(kinds, keys) as change(kind, key) order by 1
    ) as documents;
    for i in 1 .. cardinality(does) loop
        before := coalesce(  -- `max` reads them all if the table's statistics are old
            (select n from piece where kind = kinds[i] and key = keys[i] order by n desc limit 1), 0
        );
        if olds[i] <> before then
            raise 'document %', keys[i] using errcode = 'DR001';
        end if;
        if does[i] <> 'add' then
            delete from piece where kind = kinds[i] and key = keys[i];
        end if;
        if does[i] <> 'delete' then
            insert into piece values (kinds[i], keys[i], made[i], bodies[i]);
        end if;
    end loop;
    if cardinality(hashes) > 0 then
        insert into line select last.n + at, last.month, raw, hash
            from unnest(raws, hashes) with ordinality as given(raw, hash, at);
        perform pg_notify('door', '{"do":"line"}');
    end if;
    return made;
end $$;
