import { arn, type Uses, type Variables } from '../use.ts';

const connectionsArn = ({ WS_ENDPOINT = '' }: Variables, method: string) => {
  const { host, pathname } = new URL(WS_ENDPOINT);
  const [api = ''] = host.split('.');
  return arn('execute-api', `${api}${pathname}/${method}/@connections/sample`);
};

export const uses: Uses = {
  'push frames': (variables) => [
    ['execute-api:ManageConnections', connectionsArn(variables, 'POST')],
  ],
  'end sockets': (variables) => [
    ['execute-api:ManageConnections', connectionsArn(variables, 'DELETE')],
  ],
};
