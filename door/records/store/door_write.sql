-- Writes a unit, which comes as `unit_as_json` makes it.

create function door_write(this uuid, unit jsonb, soon bool) returns bigint[] language plpgsql as $$
declare
    changes jsonb := unit->'changes';
    lines jsonb := unit->'lines';
    before bigint;
    change record;
    made bigint[];
    last record;
begin
    if soon then
        perform set_config('synchronous_commit', 'off', true);
    end if;
    select coalesce(array_agg(case value->>0 when 'delete' then 0 else
        nextval('version') << 20 | floor(random() * 1048576)::bigint end order by at), '{}')
        into made from jsonb_array_elements(changes) with ordinality as given(value, at);
    insert into unit values (this, now(), made) on conflict do nothing;
    if not found then
        return (select versions from unit where token = this);
    end if;
    if lines <> '[]' then  -- before the documents: a host that has its turn has locked it
        update head set
            n = n + jsonb_array_length(lines), hash = lines->-1->>2,
            month = greatest(month, (select max(value->>0) from jsonb_array_elements(lines)))
            where hash = unit->>'after' returning n - jsonb_array_length(lines) as n, month into last;
        if not found then
            raise 'line' using errcode = 'DR001';
        end if;
    end if;
    perform pg_advisory_xact_lock(number) from (
        select distinct hashtextextended((value->>1) || '/' || (value->>2), 0) as number
        from jsonb_array_elements(changes) order by 1
    ) as documents;
    for change in
        select value->>0 as act, value->>1 as kind, value->>2 as key, (value->>3)::bigint as old,
            decode(value->>4, 'base64') as body, made[at] as version
            from jsonb_array_elements(changes) with ordinality as given(value, at) order by at
    loop
        before := coalesce(  -- `max` reads them all if the table's statistics are old
            (select n from piece where kind = change.kind and key = change.key order by n desc limit 1), 0
        );
        if change.old <> before then
            raise 'document %', change.key using errcode = 'DR001';
        end if;
        if change.act <> 'add' then
            delete from piece where kind = change.kind and key = change.key;
        end if;
        if change.act <> 'delete' then
            insert into piece values (change.kind, change.key, change.version, change.body);
        end if;
    end loop;
    if lines <> '[]' then
        insert into line select last.n + at, last.month, decode(value->>1, 'base64'), value->>2
            from jsonb_array_elements(lines) with ordinality as given(value, at);
        perform pg_notify('door', '{"do":"line"}');
    end if;
    return made;
end $$;
