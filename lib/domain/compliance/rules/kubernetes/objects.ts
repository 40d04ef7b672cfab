/** The start of an object's address: its cluster and, if it has one, its namespace. */
const addressPrefix = "context_name, nullif(namespace, '')";

/**
 * The columns for Kubernetes objects; plural (as in URLs of the API) and kind are SQL values. The
 * id is the address, because people and actions know an object by it, unlike its uid.
 */
export const objectColumns = (plural: string, kind: string) => ({
  resource: `concat_ws('/', ${addressPrefix}, ${plural}, name)`,
  noun: 'The',
  name: `concat(${kind}, ' ', name)`,
  region: "coalesce(nullif(namespace, ''), 'cluster')",
});
