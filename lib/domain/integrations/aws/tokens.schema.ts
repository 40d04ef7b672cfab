import type { AwsServiceName } from './services.schema.ts';

const calls = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/));

/**
 * The idempotency token parameters, with the calls that have them: AWS carries out a call only
 * once, however often it is repeated with the same value.
 */
export const tokenParameters: Readonly<
  Partial<Record<AwsServiceName, Readonly<Record<string, ReadonlySet<string>>>>>
> = {
  'access-analyzer': {
    clientToken: calls(`
      ApplyArchiveRule CreateAccessPreview CreateAnalyzer CreateArchiveRule
      CreateServiceLinkedAnalyzer DeleteAnalyzer DeleteArchiveRule DeleteServiceLinkedAnalyzer
      StartPolicyGeneration UpdateArchiveRule UpdateFindings
    `),
  },
  autoscaling: {
    ClientToken: calls('LaunchInstances'),
  },
  bedrock: {
    clientToken: calls('CreateAdvancedPromptOptimizationJob'),
    clientRequestToken: calls(`
      CreateAutomatedReasoningPolicy CreateAutomatedReasoningPolicyTestCase
      CreateAutomatedReasoningPolicyVersion CreateCustomModel CreateCustomModelDeployment
      CreateEvaluationJob CreateGuardrail CreateGuardrailVersion CreateInferenceProfile
      CreateMarketplaceModelEndpoint CreateModelCopyJob CreateModelCustomizationJob
      CreateModelImportJob CreateModelInvocationJob CreatePromptRouter
      CreateProvisionedModelThroughput StartAutomatedReasoningPolicyBuildWorkflow
      StartAutomatedReasoningPolicyTestWorkflow UpdateAutomatedReasoningPolicyTestCase
      UpdateMarketplaceModelEndpoint
    `),
  },
  cloudformation: {
    ClientRequestToken: calls(`
      CancelUpdateStack ContinueUpdateRollback CreateStack CreateStackSet DeleteStack
      ExecuteChangeSet RecordHandlerProgress RegisterType RollbackStack StartResourceScan
      UpdateStack
    `),
    ClientToken: calls('CreateChangeSet'),
  },
  config: {
    ClientToken: calls('StartResourceEvaluation'),
  },
  dynamodb: {
    ClientRequestToken: calls('ExecuteTransaction TransactWriteItems'),
    ClientToken: calls('ExportTableToPointInTime ImportTable StartBulkPutItems'),
  },
  ec2: {
    ClientToken: calls(`
      AllocateHosts AllocateIpamPoolCidr AssociateApplicationStatusCheck
      AssociateClientVpnTargetNetwork AssociateIpamResourceDiscovery AssociateTrunkInterface
      AttachVerifiedAccessTrustProvider AuthorizeClientVpnIngress
      BatchModifyIpamRoutingPolicyRegistrations CopyFpgaImage CopyImage CopyVolumes
      CreateApplicationStatusCheck CreateCapacityManagerDataExport CreateCapacityReservation
      CreateCapacityReservationBySplitting CreateCapacityReservationCancellationQuote
      CreateCapacityReservationDateChangeQuote CreateCapacityReservationFleet
      CreateCarrierGateway CreateClientVpnEndpoint CreateClientVpnRoute
      CreateDelegateMacVolumeOwnershipTask CreateEgressOnlyInternetGateway CreateFleet
      CreateFlowLogs CreateFpgaImage CreateImageUsageReport CreateInstanceConnectEndpoint
      CreateInterruptibleCapacityReservationAllocation CreateIpam
      CreateIpamExternalResourceVerificationToken CreateIpamInternetRegistryAssociation
      CreateIpamPolicy CreateIpamPool CreateIpamPrefixListResolver
      CreateIpamPrefixListResolverTarget CreateIpamResourceDiscovery
      CreateIpamRoutingPolicyRegistration CreateIpamScope CreateLaunchTemplate
      CreateLaunchTemplateVersion CreateMacSystemIntegrityProtectionModificationTask
      CreateManagedPrefixList CreateNatGateway CreateNetworkAcl
      CreateNetworkInsightsAccessScope CreateNetworkInsightsPath CreateNetworkInterface
      CreateReplaceRootVolumeTask CreateReservedInstancesListing CreateRouteServer
      CreateRouteServerEndpoint CreateRouteTable CreateSecondaryNetwork CreateSecondarySubnet
      CreateTrafficMirrorFilter CreateTrafficMirrorFilterRule CreateTrafficMirrorSession
      CreateTrafficMirrorTarget CreateVerifiedAccessEndpoint CreateVerifiedAccessGroup
      CreateVerifiedAccessInstance CreateVerifiedAccessTrustProvider CreateVolume
      CreateVpcEndpoint CreateVpcEndpointConnectionNotification
      CreateVpcEndpointServiceConfiguration DeleteApplicationStatusCheck
      DeleteIpamRoutingPolicyRegistration DeleteSecondaryNetwork DeleteSecondarySubnet
      DeleteVerifiedAccessEndpoint DeleteVerifiedAccessGroup DeleteVerifiedAccessInstance
      DeleteVerifiedAccessTrustProvider DetachVerifiedAccessTrustProvider
      DisableApplicationStatusCheckSuppression DisableCapacityManager
      DisassociateApplicationStatusCheck DisassociateTrunkInterface
      EnableApplicationStatusCheckSuppression EnableCapacityManager
      EnableIpamInternetRegistryAssociation ExportImage ImportImage ImportSnapshot
      ModifyApplicationStatusCheck ModifyClientVpnEndpointAuthorizationPolicy
      ModifyInstanceCreditSpecification ModifyIpamPrefixListResolverTarget
      ModifyIpamRoutingPolicyRegistration ModifyLaunchTemplate ModifyReservedInstances
      ModifyVerifiedAccessEndpoint ModifyVerifiedAccessEndpointPolicy
      ModifyVerifiedAccessGroup ModifyVerifiedAccessGroupPolicy ModifyVerifiedAccessInstance
      ModifyVerifiedAccessInstanceLoggingConfiguration ModifyVerifiedAccessTrustProvider
      MoveCapacityReservationInstances ProvisionIpamPoolCidr PurchaseHostReservation
      PurchaseScheduledInstances RequestSpotInstances RunInstances RunScheduledInstances
      StartNetworkInsightsAccessScopeAnalysis StartNetworkInsightsAnalysis
      UpdateCapacityManagerMonitoredTagKeys UpdateCapacityManagerOrganizationsAccess
    `),
  },
  ecs: {
    clientToken: calls(`
      CreateDaemon CreateGateway CreateService CreateTaskSet RunTask
    `),
  },
  eks: {
    clientRequestToken: calls(`
      ActivateCertificateAuthority AssociateEncryptionConfig AssociateIdentityProviderConfig
      CancelUpdate CreateAccessEntry CreateAddon CreateCapability CreateCertificateAuthority
      CreateCluster CreateEksAnywhereSubscription CreateFargateProfile CreateNodegroup
      CreatePodIdentityAssociation DeleteCertificateAuthority
      DisassociateIdentityProviderConfig RegisterCluster UpdateAccessEntry UpdateAddon
      UpdateCapability UpdateClusterConfig UpdateClusterVersion UpdateEksAnywhereSubscription
      UpdateNodegroupConfig UpdateNodegroupVersion UpdatePodIdentityAssociation
    `),
  },
  guardduty: {
    ClientToken: calls(`
      CreateCustomDetectionRuleAssociation CreateCustomDetectionRuleOrgConfiguration
      CreateDetector CreateFilter CreateIPSet CreateInvestigation CreateMalwareProtectionPlan
      CreatePublishingDestination CreateThreatEntitySet CreateThreatIntelSet
      CreateTrustedEntitySet StartMalwareScan
    `),
  },
  lambda: {
    ClientToken: calls('CheckpointDurableExecution'),
  },
  logs: {
    clientToken: calls('PutQueryDefinition'),
  },
  s3: {
    ClientToken: calls('RenameObject'),
  },
  secretsmanager: {
    ClientRequestToken: calls('CreateSecret PutSecretValue RotateSecret UpdateSecret'),
  },
  securityhub: {
    ClientToken: calls(`
      CreateAggregatorV2 CreateAutomationRuleV2 CreateConnector CreateConnectorV2
      CreateTicketV2
    `),
  },
  ssm: {
    ClientToken: calls(`
      CreateMaintenanceWindow CreatePatchBaseline DeleteInventory
      RegisterTargetWithMaintenanceWindow RegisterTaskWithMaintenanceWindow
      StartAutomationExecution StartChangeRequestExecution
    `),
  },
};
