export type Mail = {
  /** Plain text; throws when the message could not be handed over. */
  send(message: { to: string[]; subject: string; text: string }): Promise<void>;
};
