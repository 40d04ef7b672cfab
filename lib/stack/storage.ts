import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { datedFolders } from '#lib/kernel/dated-files.ts';

const privateBucket = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
};

/** The bucket for access logs of buckets and of the site. */
const createLogBucket = (scope: Construct): Bucket =>
  new Bucket(scope, 'AccessLogs', {
    ...privateBucket,
    // CloudFront writes its standard logs with an access control list.
    objectOwnership: ObjectOwnership.OBJECT_WRITER,
    lifecycleRules: [{ expiration: Duration.days(90) }],
    removalPolicy: RemovalPolicy.RETAIN,
  });

/** Large values (port `files`): written once under keys that start with the tenant. */
const createFilesBucket = (scope: Construct, logs: Bucket): Bucket =>
  new Bucket(scope, 'Files', {
    ...privateBucket,
    versioned: true,
    serverAccessLogsBucket: logs,
    serverAccessLogsPrefix: 'files/',
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [
      {
        abortIncompleteMultipartUploadAfter: Duration.days(1),
        noncurrentVersionExpiration: Duration.days(35),
        transitions: [
          { storageClass: StorageClass.INFREQUENT_ACCESS, transitionAfter: Duration.days(30) },
        ],
      },
      ...Object.entries(datedFolders).map(([folder, days]) => ({
        prefix: `${folder}/`,
        expiration: Duration.days(days),
      })),
    ],
  });

/** Buckets and keys that must outlive the stack, besides the tables. */
export class Storage extends Construct {
  readonly accessLogs: Bucket;
  readonly files: Bucket;
  /** Encrypts the secrets of tenants, each in its tenant's encryption context. */
  readonly sealingKey: Key;
  /**
   * The key for hashes of API keys and seals of cursors; rotating it would invalidate all API keys.
   */
  readonly hashSecret: Secret;
  /** CloudFront sends it with each call to the API. It protects no data, so it is not retained. */
  readonly originSecret: Secret;
  /** The address of the operator's Steampipe service, entered there by the operator. */
  readonly steampipeAddress: Secret;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.accessLogs = createLogBucket(this);
    this.files = createFilesBucket(this, this.accessLogs);
    this.sealingKey = new Key(this, 'SealingKey', {
      description: 'Seals the secrets that tenants entrust to Cloudwarden.',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.hashSecret = new Secret(this, 'HashSecret', {
      description: 'Key for hashing API keys and for sealing list cursors.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.originSecret = new Secret(this, 'OriginSecret', {
      description: 'Proves to the console API that a call came through CloudFront.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.steampipeAddress = new Secret(this, 'SteampipeAddress', {
      description: 'postgres://user:password@host:9193/steampipe, where scans use a Steampipe.',
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}
