import type { Client } from 'pg';

/** Roles whose members may run programs, access files of the server, or end others' sessions. */
const actingRoles = [
  'pg_execute_server_program',
  'pg_read_server_files',
  'pg_write_server_files',
  'pg_signal_backend',
];

/**
 * Functions that act or read outside of the transaction in which they are called: dblink opens a
 * connection of its own, others write files or call URLs.
 */
const actingFunctions = `
  proc.proname ~ '^dblink'
  or proc.proname in ('lo_import', 'lo_export', 'pg_read_file', 'pg_read_binary_file')
  or proc.proname in ('http', 'http_post', 'http_put', 'http_patch', 'http_delete')
  or space.nspname in ('aws_lambda', 'aws_s3')`;

/**
 * The rights of the user who signed in, and of every role that a query could assume through
 * `set_config`: so `session_user` and membership count, not only what is currently inherited.
 */
const rightsQuery = `
  with mine as (
    select oid, rolname, rolsuper, rolreplication from pg_catalog.pg_roles
    where pg_catalog.pg_has_role(session_user, oid, 'member')
  )
  select
    session_user::text as name,
    (select bool_or(rolsuper) from mine) as is_superuser,
    (select bool_or(rolreplication) from mine) as replicates,
    (
      select min(rolname::text) from mine
      where rolname in (${actingRoles.map((name) => `'${name}'`).join(', ')})
    ) as acting_role,
    (
      select min(proc.proname::text)
      from pg_catalog.pg_proc proc join pg_catalog.pg_namespace space on space.oid = pronamespace
      where (${actingFunctions})
      and exists (
        select from mine
        where pg_catalog.has_schema_privilege(mine.oid, space.oid, 'usage')
        and pg_catalog.has_function_privilege(mine.oid, proc.oid, 'execute')
      )
    ) as acting_function`;

type Rights = {
  name?: string;
  is_superuser?: boolean | null;
  replicates?: boolean | null;
  acting_role?: string | null;
  acting_function?: string | null;
};

const otherUserAdvice =
  'Enter another user in the integration that can only read: create one with "create role", and ' +
  'grant it "select" on the tables that are read.';

/**
 * Why a user has rights that a read-only transaction cannot contain; undefined where the user has
 * none. What remains possible for every user is minor: to end sessions of the same user, to notify
 * listeners, and to take locks that end with the session.
 */
export const excessiveRightsOf = async (client: Client): Promise<string | undefined> => {
  const { rows } = await client.query<Rights>(rightsQuery);
  const { name, is_superuser, replicates, acting_role, acting_function } = rows[0] ?? {};
  const subject = `The user "${name}"`;
  const consequence = 'so that a query could act outside of the database.';
  if (is_superuser)
    return `${subject} is a superuser, or a member of one, ${consequence} ${otherUserAdvice}`;
  if (acting_role)
    return `${subject} is a member of ${acting_role}, ${consequence} ${otherUserAdvice}`;
  if (replicates) {
    return (
      `${subject} may replicate, so that a query could make the server keep its log. ` +
      otherUserAdvice
    );
  }
  if (acting_function) {
    return (
      `${subject} may call ${acting_function}, ${consequence} ` +
      'Revoke "execute" on this function from the ' +
      'user and from public, or enter another user in the integration.'
    );
  }
  return undefined;
};
