import * as z from 'zod';

/** Where the site keeps what its operator has a licence for. */
export const licensedFolder = '/licensed/';

export const chartFilePattern = `${licensedFolder}[A-Za-z0-9_-][A-Za-z0-9_.-]*\\.js`;

/** The address of the operator's own Highcharts, on the console's own origin. */
export const chartFile = z
  .string()
  .max(200)
  .regex(new RegExp(`^${chartFilePattern}$`), 'Name a file like /licensed/highcharts.js.');
