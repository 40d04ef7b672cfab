import { arn, type Uses, type Variables } from '../use.ts';

const pool = ({ USER_POOL_ID }: Variables) => arn('cognito-idp', `userpool/${USER_POOL_ID}`);

export const uses: Uses = {
  'invite people': (given) => [['cognito-idp:AdminCreateUser', pool(given)]],
  'manage people': (given) => [['cognito-idp:AdminGetUser', pool(given)]],
};
