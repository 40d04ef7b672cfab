import { arn, type Uses, type Variables } from '../use.ts';

const connectionsArn = ({ WS_ENDPOINT = '' }: Variables, method: string) => {
  const { host, pathname } = new URL(WS_ENDPOINT);
  const [api = ''] = host.split('.');
  return arn('execute-api', `${api}${pathname}/${method}/@connections/sample`);
};

export const uses: Uses = {
  'push frames': (given) => [['execute-api:ManageConnections', connectionsArn(given, 'POST')]],
  'end sockets': (given) => [['execute-api:ManageConnections', connectionsArn(given, 'DELETE')]],
};
