/** How the address of an object begins: its cluster, and its namespace where it has one. */
const place = "context_name, nullif(namespace, '')";

/**
 * What an answer says of objects whose plural (as in addresses of the API) and kind are these SQL
 * values. The address names the object for people and for actions; its uid would not.
 */
export const object = (plural: string, kind: string) => ({
  resource: `concat_ws('/', ${place}, ${plural}, name)`,
  noun: 'The',
  name: `concat(${kind}, ' ', name)`,
  region: "coalesce(nullif(namespace, ''), 'cluster')",
});
