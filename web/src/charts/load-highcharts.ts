/** The operator's Highcharts as its script defines it; the adapter knows its types. */
export type Highcharts = object;

declare global {
  interface Window {
    Highcharts?: Highcharts;
  }
}

let loading: Promise<Highcharts> | undefined;

const fetchScript = (file: string): Promise<Highcharts> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = file;
    script.addEventListener('load', () => {
      if (window.Highcharts) resolve(window.Highcharts);
      else reject(new Error(`${file} is no Highcharts.`));
    });
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${file} could not be loaded.`));
    });
    document.head.append(script);
  });

/**
 * Loads the operator's Highcharts once; the next chart retries a failed load. Rejects on failure.
 */
export const loadHighcharts = (file: string): Promise<Highcharts> => {
  loading ??= fetchScript(file).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
};
