/** An error as DynamoDB returns it: callers check its name, people read its message. */
class StoreRefusal extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

export const invalid = (message: string): StoreRefusal =>
  new StoreRefusal('ValidationException', message);

export const invalidValue = (message: string): StoreRefusal =>
  invalid(`One or more parameter values were invalid: ${message}`);

export const conditionFailed = (): StoreRefusal =>
  new StoreRefusal('ConditionalCheckFailedException', 'The conditional request failed');

export const noSuchTable = (): StoreRefusal =>
  new StoreRefusal('ResourceNotFoundException', 'Requested resource not found');
