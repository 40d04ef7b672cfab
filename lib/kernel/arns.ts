/** Replaces an ARN that must not be shown. */
export const hiddenArn = 'arn:';

const arnPattern = /\barn:[\w-]+:[^\s"'{}%,;]+/g;

/** The ARNs in a text, in their order. */
export const arnsIn = (text: string): string[] => text.match(arnPattern) ?? [];
