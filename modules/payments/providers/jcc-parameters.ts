/**
 * The parameters that JCC's gateway may put into a callback. Proxies and firewalls in transit add
 * others, which its checksum does not cover.
 */
export const CALLBACK_PARAMETERS: ReadonlySet<string> = new Set(
  `mdOrder mdorder orderNumber operation status date amount amountFormatted paymentAmount feeAmount
  approvedAmount approvedAmountFormatted depositedAmount depositedAmountFormatted
  depositedTotalAmountFormatted totalAmountFormatted refundedAmount refundedAmountFormatted
  operationRefundedAmount operationRefundedAmountFormatted currentRefundAmountFormatted
  currentReverseAmountFormatted externalRefundId currency currencyName
  actionCode actionCodeDescription approvalCode authCode authValue avsCode bankName cardholderName
  cavv clientId declineDate depositFlag depositedDate eci email enabled finishCheckUrl ip
  ipCountryCode maskedPan merchantFullName merchantLogin orderDescription panCountryCode panMasked
  paymentDate paymentRefNum paymentState paymentSystem paymentWay phone processingId refNum refnum
  refundedDate reversedDate sessionExpiredDate terminalId threeDSType tokenizeCryptogram
  transactionAttributes xid bindingId callbackCreationDate
  creditBankName creditPanCountryCode debitBankName debitPanCountryCode isInternationalP2P
  operationType p2pDebitRrn recipientData transactionTypeIndicator`.split(/\s+/),
)
