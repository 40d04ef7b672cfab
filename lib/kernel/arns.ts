/** What stands for an ARN that is not told. */
export const hiddenArn = 'arn:';

const arnInside = /\barn:[\w-]+:[^\s"'{}%,;]+/g;

/** The ARNs inside of a text, in its order. */
export const arnsIn = (text: string): string[] => text.match(arnInside) ?? [];
