import { arn, type Uses, type Variables } from '../use.ts';

const pool = ({ USER_POOL_ID }: Variables) => arn('cognito-idp', `userpool/${USER_POOL_ID}`);

export const uses: Uses = {
  'invite people': (variables) => [['cognito-idp:AdminCreateUser', pool(variables)]],
  'manage people': (variables) => [['cognito-idp:AdminGetUser', pool(variables)]],
};
