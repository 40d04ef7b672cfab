export { askApproval } from './ask-approval.ts';
