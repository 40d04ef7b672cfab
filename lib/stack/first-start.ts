import { CustomResource, Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { FunctionWithRole } from './function-with-role.ts';
import type { Site } from './site.ts';

/** Longer than any of them takes; a function that never answers would block a stack for an hour. */
const serviceTimeout = Duration.minutes(10);

type PublishedSiteProps = {
  site: Site;
  publisher: FunctionWithRole;
  /** Changes with the console's files, so that an update publishes them. */
  release: string;
  /** The content of `/config.json`, which the console reads at start. */
  config: Record<string, string>;
};

/** Copies the console's files, which are bundled with the publisher, into the site's bucket. */
export class PublishedSite extends Construct {
  constructor(scope: Construct, id: string, props: PublishedSiteProps) {
    super(scope, id);
    const { site, publisher, release, config } = props;
    const { bucket } = site;
    const grants: [string[], string][] = [
      [['s3:ListBucket'], bucket.bucketArn],
      [['s3:PutObject', 's3:DeleteObject'], bucket.arnForObjects('*')],
    ];
    for (const [actions, resource] of grants) {
      publisher.role.addToPolicy(new PolicyStatement({ actions, resources: [resource] }));
    }
    const resource = new CustomResource(this, 'Release', {
      resourceType: 'Custom::PublishedSite',
      serviceToken: publisher.lambda.functionArn,
      serviceTimeout,
      properties: {
        Bucket: bucket.bucketName,
        Release: release,
        Config: config,
      },
    });
    // On deletion the bucket is emptied first, while the role still has the rights.
    resource.node.addDependency(publisher.role, bucket);
  }
}

type FirstAdminProps = { seeder: FunctionWithRole; email: string; organisation: string };

/** Creates the organisation and its ROOT user, who is invited by mail. */
export class FirstAdmin extends Construct {
  constructor(scope: Construct, id: string, { seeder, email, organisation }: FirstAdminProps) {
    super(scope, id);
    const resource = new CustomResource(this, 'Admin', {
      resourceType: 'Custom::FirstAdmin',
      serviceToken: seeder.lambda.functionArn,
      serviceTimeout,
      properties: { AdminEmail: email, Organisation: organisation },
    });
    resource.node.addDependency(seeder.role);
  }
}
