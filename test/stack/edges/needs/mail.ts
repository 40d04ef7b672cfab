import { arn, type Uses } from '../use.ts';

export const uses: Uses = {
  'send mail': ({ MAIL_FROM = '' }) => [
    ['ses:SendEmail', arn('ses', `identity/${MAIL_FROM}`), { 'ses:FromAddress': MAIL_FROM }],
  ],
};
