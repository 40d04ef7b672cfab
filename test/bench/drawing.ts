/** The code of a typical diagram by an AI agent. */
export const drawing = `graph TD
internet((Internet)) --> gateway[Gateway]
gateway --> web-1[Web server]
gateway --> web-2[Web server]
web-1 --> db-1[(Database)]
web-2 --> db-1
db-1 --> backup[(Backup)]`;
