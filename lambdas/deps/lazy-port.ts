type PortCalls<Port> = { [K in keyof Port]: (...args: never[]) => Promise<unknown> };

/**
 * A port whose adapter and service client are loaded by its first call: most calls of a function
 * need only a few of its ports.
 */
export const lazyPort = <Port extends PortCalls<Port>>(load: () => Promise<Port>): Port => {
  let loading: Promise<Port> | undefined;
  const get = (_: object, name: string) => {
    return async (...args: never[]): Promise<unknown> => {
      loading ??= load();
      return (await loading)[name as keyof Port](...args);
    };
  };
  return new Proxy({}, { get }) as Port;
};
