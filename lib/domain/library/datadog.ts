/** The points of a series of Datadog, which says null where it has measured nothing. */
export const points = 'pointlist.$[1][$ != null]';
