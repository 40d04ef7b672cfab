export type Mail = {
  /** Sends plain text; throws if the message could not be handed over. */
  send(message: { to: string[]; subject: string; text: string }): Promise<void>;
};
