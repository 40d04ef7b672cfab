import * as z from 'zod';

/** The folder of the site for files that its operator has licensed. */
export const licensedFolder = '/licensed/';

export const chartFilePattern = `${licensedFolder}[A-Za-z0-9_-][A-Za-z0-9_.-]*\\.js`;

/** The address of the operator's own copy of Highcharts, on the console's origin. */
export const chartFile = z
  .string()
  .max(200)
  .regex(new RegExp(`^${chartFilePattern}$`), 'Enter a path such as /licensed/highcharts.js.');
