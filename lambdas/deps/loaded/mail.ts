import { SESv2Client } from '@aws-sdk/client-sesv2';
import { openMail } from '#lib/aws/mail.ts';
import { environment } from '../process.ts';

export const mail = openMail({ client: new SESv2Client(), from: environment('MAIL_FROM') });
