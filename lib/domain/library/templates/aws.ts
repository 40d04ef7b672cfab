import { act, chat, edge, edgesAlong, fillInNote, mail, node, retrySettings } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const idle =
  "$nodes.`List instances`.result.Instances[Tags[Key = 'environment' and Value = 'development']]";

const stopInstances: LibraryBot = {
  _id: 'stop-development-instances',
  name: 'Stop EC2 instances of developers',
  category: 'Cost Optimization',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Stops development instances for the night. Schedule it for the evenings.

- Reads the running instances of a region, page by page
- An approver chooses which of the development instances are stopped
- Stops each of them with a separate call, and notifies the team

**Needs:** an AWS account whose role may start and stop instances`,
  graph: {
    nodes: [
      node('start', 'start', 'Every evening', [0, 0], { trigger_type: 'scheduled' }),
      fillInNote(`Schedule: 0 19 * * 1-5.
The AWS and Slack integrations; the approvers; the tag of development instances in your account.`),
      node(
        'rest_api_action',
        'list',
        'List instances',
        [1, 0],
        act('aws.describe_instances', { states: ['running'] }),
        retrySettings,
      ),
      node('condition', 'any', 'Any to stop?', [2, 0], {
        expression: `{% $count(${idle}) > 0 %}`,
      }),
      node('approval', 'ask', 'Ask the team', [3, 0], {
        approvers: ['team@example.com'],
        expires_in_minutes: 120,
        message: 'Stop these instances for the night?',
        resources: `{% [${idle}.{'id': InstanceId, 'type': InstanceType}] %}`,
      }),
      node('loop', 'each', 'For each instance', [4, 0], {
        items_to_iterate: '{% $nodes.`Ask the team`.resources %}',
        on_iteration_failure: 'continue',
      }),
      node(
        'rest_api_action',
        'stop',
        'Stop it',
        [5, 0],
        act('aws.stop_instances', { instances: ['{% $loop.item.id %}'] }),
        retrySettings,
      ),
      node('loop_end', 'all', 'All stopped', [6, 0], {}),
      node(
        'notification',
        'tell',
        'Tell the team',
        [7, 0],
        chat(
          'Development instances are stopped',
          `Stopped: {% $nodes.\`All stopped\`.succeeded %}.
Failed: {% $nodes.\`All stopped\`.failed %}.`,
        ),
      ),
      node('end', 'stopped', 'Instances stopped', [8, 0], {}),
      node('end', 'kept', 'Left running', [4, 1], {}),
      node('end', 'none', 'Nothing to stop', [3, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'list', 'any'),
      edge('any', 'ask', 'yes'),
      edge('any', 'none', 'no'),
      edge('ask', 'each', 'approved'),
      edge('ask', 'kept', 'rejected'),
      edge('each', 'stop', 'body'),
      ...edgesAlong('stop', 'all', 'tell', 'stopped'),
    ],
  },
};

const instance = '{% $event.detail.resource.instanceDetails.instanceId %}';
const region = '{% $event.region %}';

const isolate: LibraryBot = {
  _id: 'isolate-instance-of-guardduty-finding',
  name: 'Isolate an EC2 instance that GuardDuty found',
  category: 'Security',
  tag_name: ['SecOps', 'Security Incident Response'],
  description: `Isolates an instance that has a GuardDuty finding, as sent by EventBridge.

- An approver sees the finding and decides, unless the instance is already isolated
- Creates a snapshot of each volume, so that the case can be investigated
- Moves the instance to a security group that blocks all traffic

**Input:** an event of GuardDuty

**Needs:** an AWS account whose role may create snapshots and change security groups of instances`,
  graph: {
    nodes: [
      node('start', 'start', 'GuardDuty finding', [0, 0], {}),
      fillInNote('The AWS and Slack integrations; the approvers; YOUR_GROUP_ID, without rules.'),
      node(
        'rest_api_action',
        'read',
        'Read the instance',
        [1, 0],
        act('aws.describe_instances', { instances: [instance], region }),
        retrySettings,
      ),
      node('condition', 'known', 'Isolated already?', [2, 0], {
        expression: `{%
  'YOUR_GROUP_ID' in $nodes.\`Read the instance\`.result.Instances.SecurityGroups.GroupId
%}`,
      }),
      node('approval', 'ask', 'Ask the team', [3, 0], {
        approvers: ['secops@example.com'],
        expires_in_minutes: 60,
        message: `Isolate ${instance}? {% $event.detail.title %}`,
      }),
      node('loop', 'each', 'For each volume', [4, 0], {
        items_to_iterate:
          '{% [$nodes.`Read the instance`.result.Instances.BlockDeviceMappings.Ebs.VolumeId] %}',
        on_iteration_failure: 'continue',
      }),
      node(
        'rest_api_action',
        'keep',
        'Keep a snapshot',
        [5, 0],
        act('aws.create_snapshot', {
          volume: '{% $loop.item %}',
          description: 'Evidence of {% $event.detail.id %}',
          region,
        }),
        retrySettings,
      ),
      node('loop_end', 'all', 'All kept', [6, 0], {}),
      node(
        'rest_api_action',
        'isolate',
        'Isolate it',
        [7, 0],
        act('aws.quarantine_instance', { instance, groups: ['YOUR_GROUP_ID'], region }),
        retrySettings,
      ),
      node(
        'notification',
        'tell',
        'Tell the team',
        [8, 0],
        chat(
          `${instance} is isolated`,
          `{% $event.detail.title %}. Volumes kept as snapshots: {%
  $nodes.\`All kept\`.succeeded
%}. Not kept: {% $nodes.\`All kept\`.failed %}.`,
        ),
      ),
      node('end', 'isolated', 'Instance isolated', [9, 0], {}),
      node('end', 'left', 'Left as it is', [4, 1], {}),
      node('end', 'before', 'Isolated before', [3, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'read', 'known'),
      edge('known', 'before', 'yes'),
      edge('known', 'ask', 'no'),
      edge('ask', 'each', 'approved'),
      edge('ask', 'left', 'rejected'),
      edge('each', 'keep', 'body'),
      ...edgesAlong('keep', 'all', 'isolate', 'tell', 'isolated'),
    ],
  },
};

const leakedKey: LibraryBot = {
  _id: 'deactivate-leaked-access-key',
  name: 'Deactivate a leaked access key of AWS',
  category: 'Security',
  tag_name: ['SecOps', 'Identity Operations', 'Security Incident Response'],
  description: `Deactivates an access key of an IAM user that was found in a repository or a log.

- Looks up when the key was last used, and for which service
- Deactivates the key after an approval; it can be activated again
- Notifies its owner

**Input:** \`access_key\` (its id), \`user\` (the IAM user), \`owner\` (an e-mail address)

**Needs:** an AWS account whose role may update access keys`,
  graph: {
    nodes: [
      node('start', 'start', 'Leaked key', [0, 0], {}),
      fillInNote('The AWS integration; the approvers.'),
      node(
        'rest_api_action',
        'used',
        'When was it used?',
        [1, 0],
        act('aws.get_access_key_last_used', { access_key: '{% $event.access_key %}' }),
        retrySettings,
      ),
      node('approval', 'ask', 'Ask the team', [2, 0], {
        approvers: ['secops@example.com'],
        expires_in_minutes: 60,
        message: `Deactivate {% $event.access_key %} of {% $event.user %}?
Last used for {% $nodes.\`When was it used?\`.result.ServiceName %}.`,
      }),
      node(
        'rest_api_action',
        'deactivate',
        'Deactivate the key',
        [3, 0],
        act('aws.deactivate_access_key', {
          user: '{% $event.user %}',
          access_key: '{% $event.access_key %}',
        }),
        retrySettings,
      ),
      node(
        'notification',
        'tell',
        'Tell the owner',
        [4, 0],
        mail(
          '{% $event.owner %}',
          'Your access key {% $event.access_key %} was exposed',
          'It is deactivated. Create another key, and delete this one.',
        ),
      ),
      node('end', 'done', 'Key deactivated', [5, 0], {}),
      node('end', 'kept', 'Key kept', [3, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'used', 'ask'),
      edge('ask', 'deactivate', 'approved'),
      edge('ask', 'kept', 'rejected'),
      ...edgesAlong('deactivate', 'tell', 'done'),
    ],
  },
};

export const aws: readonly LibraryBot[] = [stopInstances, isolate, leakedKey];
