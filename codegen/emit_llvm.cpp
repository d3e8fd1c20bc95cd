#include "codegen/emit_llvm.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include "codegen/bundle.h"
#include "codegen/flow.h"
#include "codegen/integrate.h"
#include "codegen/root.h"

namespace limber {

namespace {

using llvm::ArrayRef;
using llvm::BasicBlock;
using llvm::Function;
using llvm::FunctionType;
using llvm::Module;
using llvm::Type;
using llvm::Value;

// Writes programs as functions of one module.
class Emitter {
 public:
  Emitter(Module& module, const MathTable& table)
      : module_(module), context_(module.getContext()), table_(table), b_(context_),
        number_(Type::getDoubleTy(context_)), pointer_(llvm::PointerType::get(context_, 0)),
        lanes_(llvm::FixedVectorType::get(number_, table.lanes)) {}

  // The integrands of the next functions are the functions of these names, with a number behind.
  void use_integrands(std::string names) { integrands_ = std::move(names); }

  // void name(self, in, out). With `bundle`, calls of one function go together in lanes.
  void one(const std::string& name, const Program& program, bool bundle) {
    Function* f = begin(name, {pointer_, pointer_, pointer_});
    Value *in = f->getArg(1), *out = f->getArg(2);
    values_.assign(program.code.size(), nullptr);
    for (const Bundle& together : in_bundles(program, bundle ? table_.lanes : 1)) {
      if (together.size() > 1) calls_in_lanes(program, together, in);
      else instruction(program, together[0], number_, in);
    }
    for (std::size_t j = 0; j < program.outputs.size(); ++j)
      store(values_[program.outputs[j]], element(out, j));
    b_.CreateRetVoid();
  }

  // void name(self, in, last, count, out, stride), count >= lanes. The last block is moved back to
  // end with the last value: some lanes are computed twice, to the same bits.
  void many(const std::string& name, const Program& program) {
    Type* i32 = b_.getInt32Ty();
    Function* f = begin(name, {pointer_, pointer_, pointer_, i32, pointer_, i32});
    Value *in = f->getArg(1), *last = f->getArg(2), *out = f->getArg(4);
    Value* count = b_.CreateSExt(f->getArg(3), b_.getInt64Ty());
    Value* stride = b_.CreateSExt(f->getArg(5), b_.getInt64Ty());
    const std::vector<bool> need = needed(program), along = runs_along(program);
    values_.assign(program.code.size(), nullptr);
    spread_.assign(program.code.size(), nullptr);
    for (std::size_t k = 0; k < program.code.size(); ++k)
      if (need[k] && !along[k] && program.code[k].op != Op::cos_of_sincos)
        instruction(program, k, number_, in);
    spread_fixed(program, need, along);

    BasicBlock* before = b_.GetInsertBlock();
    BasicBlock* loop = BasicBlock::Create(context_, "", f);
    BasicBlock* after = BasicBlock::Create(context_, "", f);
    b_.CreateBr(loop);
    b_.SetInsertPoint(loop);
    llvm::PHINode* k = b_.CreatePHI(b_.getInt64Ty(), 2);
    Value* latest = b_.CreateSub(count, b_.getInt64(table_.lanes));
    Value* start = b_.CreateSelect(b_.CreateICmpSLT(k, latest), k, latest);
    values_.swap(spread_);
    Value* t = b_.CreateAlignedLoad(lanes_, b_.CreateGEP(number_, last, start), llvm::Align(8));
    for (std::size_t i = 0; i < program.code.size(); ++i)
      if (need[i] && along[i] && program.code[i].op != Op::cos_of_sincos) {
        if (program.code[i].op == Op::input) values_[i] = t;
        else instruction(program, i, lanes_, in);
      }
    Value* to = b_.CreateGEP(number_, out, start);
    for (const std::int32_t v : program.outputs) {
      store(values_[v], to);
      to = b_.CreateGEP(number_, to, stride);
    }
    Value* next = b_.CreateAdd(k, b_.getInt64(table_.lanes));
    k->addIncoming(b_.getInt64(0), before);
    k->addIncoming(next, loop);
    b_.CreateCondBr(b_.CreateICmpSLT(next, count), loop, after);
    b_.SetInsertPoint(after);
    b_.CreateRetVoid();
  }

 private:
  Function* begin(const std::string& name, ArrayRef<Type*> arguments) {
    FunctionType* type = FunctionType::get(b_.getVoidTy(), arguments, false);
    Function* f = Function::Create(type, Function::ExternalLinkage, name, module_);
    f->addFnAttr(llvm::Attribute::NoUnwind);
    f->addFnAttr("no-builtins");  // nothing becomes a call of memset
    b_.SetInsertPoint(BasicBlock::Create(context_, "", f));
    memory_ = nullptr;
    return f;
  }

  Value* element(Value* array, std::size_t i) {
    return b_.CreateConstInBoundsGEP1_64(number_, array, i);
  }
  void store(Value* value, Value* to) { b_.CreateAlignedStore(value, to, llvm::Align(8)); }
  Value* constant(Type* type, double value) { return llvm::ConstantFP::get(type, value); }

  // The fixed values that outputs or running values read, in every lane.
  void spread_fixed(const Program& program, const std::vector<bool>& need,
                    const std::vector<bool>& along) {
    const auto spread = [&](std::int32_t v) {
      if (!along[v] && !spread_[v]) spread_[v] = b_.CreateVectorSplat(table_.lanes, values_[v]);
    };
    for (std::size_t k = 0; k < program.code.size(); ++k) {
      if (!need[k] || !along[k]) continue;
      for_each_operand(program, program.code[k], spread);
    }
    for (const std::int32_t v : program.outputs) spread(v);
  }

  // Truth as 1.0 or 0.0.
  Value* number_of(Value* truth, Type* type) {
    return b_.CreateSelect(truth, constant(type, 1), constant(type, 0));
  }
  Value* truth_of(Value* v, Type* type) { return b_.CreateFCmpUNE(v, constant(type, 0)); }

  Value* sign(Value* a, Type* type) {
    Value* zero = constant(type, 0);
    Value* rest = b_.CreateSelect(b_.CreateFCmpOLT(a, zero), constant(type, -1),
                                  b_.CreateFAdd(a, zero));
    return b_.CreateSelect(b_.CreateFCmpOGT(a, zero), constant(type, 1), rest);
  }

  Value* address(void (*code)()) {
    return b_.CreateIntToPtr(b_.getInt64(reinterpret_cast<std::uintptr_t>(code)), pointer_);
  }

  const MathFunction& function(Op op) {
    for (const MathFunction& f : table_)
      if (f.op == op) return f;
    llvm_unreachable("an operation without a function");
  }

  Value* call(Op op, Type* type, ArrayRef<Value*> arguments) {
    const MathFunction& f = function(op);
    const std::vector<Type*> types(arguments.size(), type);
    llvm::CallInst* c = b_.CreateCall(FunctionType::get(type, types, false),
                                      address(type == number_ ? f.one : f.wide), arguments);
    return pure(c);
  }
  llvm::CallInst* pure(llvm::CallInst* c) {
    c->setDoesNotAccessMemory();
    c->setDoesNotThrow();
    c->addFnAttr(llvm::Attribute::WillReturn);
    return c;
  }

  // The sine is the result, the cosine is left in cosine_. In one lane they come back in two
  // registers, in several through memory, as the C calling convention has it.
  Value* sincos(Type* type, Value* a) {
    const MathFunction& f = function(Op::sincos);
    if (type == number_) {
      llvm::StructType* pair = llvm::StructType::get(number_, number_);
      Value* both = pure(b_.CreateCall(FunctionType::get(pair, {number_}, false), address(f.one), {a}));
      cosine_ = b_.CreateExtractValue(both, 1);
      return b_.CreateExtractValue(both, 0);
    }
    llvm::ArrayType* pair = llvm::ArrayType::get(lanes_, 2);
    if (!memory_) {
      BasicBlock& entry = b_.GetInsertBlock()->getParent()->getEntryBlock();
      llvm::IRBuilder<> at_entry(&entry, entry.begin());
      memory_ = at_entry.CreateAlloca(pair);
      memory_->setAlignment(llvm::Align(8 * table_.lanes));
    }
    llvm::CallInst* c = b_.CreateCall(FunctionType::get(b_.getVoidTy(), {pointer_, lanes_}, false),
                                      address(f.wide), {memory_, a});
    c->addParamAttr(0, llvm::Attribute::get(context_, llvm::Attribute::StructRet, pair));
    c->setDoesNotThrow();
    c->setOnlyAccessesArgMemory();
    Value* sine = b_.CreateLoad(lanes_, memory_);
    cosine_ = b_.CreateLoad(lanes_, b_.CreateConstInBoundsGEP1_64(lanes_, memory_, 1));
    return sine;
  }

  // Processors before SSE4.1 have no instruction; then it is the C library's, lane by lane.
  Value* floor(Type* type, Value* a) {
    if (table_.lanes > 2) return b_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, a);
    double (*of_one)(double) = std::floor;
    Value* f = address(reinterpret_cast<void (*)()>(of_one));
    FunctionType* function_type = FunctionType::get(number_, {number_}, false);
    if (type == number_) return pure(b_.CreateCall(function_type, f, {a}));
    Value* result = llvm::PoisonValue::get(type);
    for (int lane = 0; lane < table_.lanes; ++lane) {
      Value* one = pure(b_.CreateCall(function_type, f, {b_.CreateExtractElement(a, lane)}));
      result = b_.CreateInsertElement(result, one, lane);
    }
    return result;
  }

  void instruction(const Program& program, std::size_t k, Type* type, Value* in) {
    const Instruction& i = program.code[k];
    if (i.op == Op::part) return;  // comes with its integral
    if (i.op == Op::integral) return integral(program, k, type);
    const int n = arity(i.op);
    Value* a = n > 0 ? values_[i.a] : nullptr;
    Value* b = n > 1 ? values_[i.b] : nullptr;
    Value* c = n > 2 ? values_[i.c] : nullptr;
    values_[k] = value(i, type, a, b, c, in);
    if (i.op == Op::sincos) values_[k + 1] = cosine_;
  }

  llvm::AllocaInst* array(std::size_t size) {
    BasicBlock& entry = b_.GetInsertBlock()->getParent()->getEntryBlock();
    llvm::IRBuilder<> at_entry(&entry, entry.begin());
    return at_entry.CreateAlloca(number_, at_entry.getInt32(static_cast<std::uint32_t>(size)));
  }

  // Lane by lane, through memory.
  void integral(const Program& program, std::size_t k, Type* type) {
    const Instruction& i = program.code[k];
    const std::size_t which = static_cast<std::size_t>(i.value);
    const IntegralCall& call = program.integrals[which];
    const std::size_t arguments = call.arguments.size(), outputs = call.integrand.outputs.size();
    llvm::AllocaInst *in = array(arguments + 1), *out = array(outputs);
    Type* i32 = b_.getInt32Ty();
    FunctionType* signature = FunctionType::get(
        b_.getVoidTy(), {pointer_, i32, i32, pointer_, number_, number_, pointer_}, false);
    Function* many = module_.getFunction(integrands_ + std::to_string(which));
    const auto lane_of = [&](std::int32_t v, int lane) {
      return type == number_ ? values_[v] : b_.CreateExtractElement(values_[v], lane);
    };
    std::vector<Value*> results(outputs, type == number_ ? nullptr : llvm::PoisonValue::get(type));
    for (int lane = 0; lane < (type == number_ ? 1 : table_.lanes); ++lane) {
      for (std::size_t j = 0; j < arguments; ++j)
        store(lane_of(call.arguments[j], lane), element(in, j));
      b_.CreateCall(signature, address(reinterpret_cast<void (*)()>(call.is_root      ? root_code
                                                         : call.states > 0 ? flow_code
                                                                           : integrate_code)),
                    {many, b_.getInt32(static_cast<std::uint32_t>(arguments)),
                     b_.getInt32(static_cast<std::uint32_t>(outputs)), in, lane_of(i.a, lane),
                     lane_of(i.b, lane), out})
          ->setDoesNotThrow();
      for (std::size_t j = 0; j < outputs; ++j) {
        Value* one = b_.CreateAlignedLoad(number_, element(out, j), llvm::Align(8));
        results[j] = type == number_ ? one : b_.CreateInsertElement(results[j], one, lane);
      }
    }
    values_[k] = results.front();
    for (std::size_t p = k + 1; p < program.code.size(); ++p)
      if (program.code[p].op == Op::part && program.code[p].a == static_cast<std::int32_t>(k))
        values_[p] = results[static_cast<std::size_t>(program.code[p].value)];
  }

  // An operand of every call, one in each lane; the last is repeated. Inputs are read one by one,
  // hence volatile: reading two at once would wait for the caller's last store, of one of them.
  Value* gathered(const Program& program, const Bundle& calls, std::int32_t Instruction::* operand,
                  Value* in) {
    Value* lanes = llvm::PoisonValue::get(lanes_);
    for (int lane = 0; lane < table_.lanes; ++lane) {
      const std::int32_t k = calls[std::min<std::size_t>(lane, calls.size() - 1)];
      const std::int32_t v = program.code[k].*operand;
      const Instruction& source = program.code[v];
      Value* one = source.op == Op::input
                       ? b_.CreateAlignedLoad(number_, element(in, source.a), llvm::Align(8), true)
                       : values_[v];
      lanes = b_.CreateInsertElement(lanes, one, lane);
    }
    return lanes;
  }

  void calls_in_lanes(const Program& program, const Bundle& calls, Value* in) {
    const Instruction& first = program.code[calls[0]];
    Value* a = gathered(program, calls, &Instruction::a, in);
    Value* b = arity(first.op) > 1 ? gathered(program, calls, &Instruction::b, in) : nullptr;
    Value* results = value(first, lanes_, a, b, nullptr, nullptr);
    for (std::size_t lane = 0; lane < calls.size(); ++lane) {
      values_[calls[lane]] = b_.CreateExtractElement(results, lane);
      if (first.op == Op::sincos) values_[calls[lane] + 1] = b_.CreateExtractElement(cosine_, lane);
    }
  }

  Value* value(const Instruction& i, Type* type, Value* a, Value* b, Value* c, Value* in) {
    switch (i.op) {
      case Op::constant: return constant(type, i.value);
      case Op::input: return b_.CreateAlignedLoad(number_, element(in, i.a), llvm::Align(8));
      case Op::add: return b_.CreateFAdd(a, b);
      case Op::sub: return b_.CreateFSub(a, b);
      case Op::mul: return b_.CreateFMul(a, b);
      case Op::div: return b_.CreateFDiv(a, b);
      case Op::neg: return b_.CreateFNeg(a);
      case Op::abs: return b_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a);
      case Op::sqrt: return b_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, a);
      case Op::floor: return floor(type, a);
      case Op::sign: return sign(a, type);
      case Op::min: return b_.CreateSelect(b_.CreateFCmpOLT(a, b), a, b);
      case Op::max: return b_.CreateSelect(b_.CreateFCmpOGT(a, b), a, b);
      case Op::less: return number_of(b_.CreateFCmpOLT(a, b), type);
      case Op::less_equal: return number_of(b_.CreateFCmpOLE(a, b), type);
      case Op::equal: return number_of(b_.CreateFCmpOEQ(a, b), type);
      case Op::logical_and:
        return number_of(b_.CreateAnd(truth_of(a, type), truth_of(b, type)), type);
      case Op::logical_or:
        return number_of(b_.CreateOr(truth_of(a, type), truth_of(b, type)), type);
      case Op::logical_not: return number_of(b_.CreateFCmpOEQ(a, constant(type, 0)), type);
      case Op::select: return b_.CreateSelect(truth_of(a, type), b, c);
      case Op::sincos: return sincos(type, a);
      case Op::integral:
      case Op::part:
      case Op::flow:
      case Op::root:
      case Op::cos_of_sincos: llvm_unreachable("comes with its sincos or integral");
      case Op::atan2:
      case Op::pow: return call(i.op, type, {a, b});
      default: return call(i.op, type, {a});
    }
  }

  Module& module_;
  llvm::LLVMContext& context_;
  const MathTable& table_;
  llvm::IRBuilder<> b_;
  Type *number_, *pointer_, *lanes_;
  std::vector<Value*> values_, spread_;
  Value* cosine_ = nullptr;             // of the sincos just emitted
  std::string integrands_;
  llvm::AllocaInst* memory_ = nullptr;  // where a wide sincos puts its pair
};

std::string told(llvm::Error error) { return llvm::toString(std::move(error)); }

// What is made once and used for every request: the session that holds the code, and for each class
// of processors and each level a machine to make it.
struct Session {
  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::unique_ptr<llvm::TargetMachine> machines[3][2];
  std::string error;
  int requests = 0;

  Session() {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    llvm::orc::JITTargetMachineBuilder host{llvm::Triple("x86_64-unknown-linux-gnu")};
    llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> made =
        llvm::orc::LLJITBuilder()
            .setJITTargetMachineBuilder(std::move(host))
            .setLinkProcessSymbolsByDefault(false)
            .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
            .create();
    if (made) jit = std::move(*made);
    else error = told(made.takeError());
  }

  llvm::TargetMachine* machine(CpuClass cpu, bool optimise) {
    auto& machine = machines[static_cast<int>(cpu)][optimise];
    if (machine) return machine.get();
    const char* triple = "x86_64-unknown-linux-gnu";
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
    if (!target) return nullptr;
    llvm::TargetOptions options;
    options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
    // AVX-512 cannot be had without fused operations; Strict keeps LLVM from making any.
    const char* const names[] = {"x86-64", "x86-64-v3", "x86-64-v4"};
    machine.reset(target->createTargetMachine(
        triple, names[static_cast<int>(cpu)], cpu == CpuClass::avx512 ? "" : "-fma", options,
        llvm::Reloc::PIC_, llvm::CodeModel::Small,
        optimise ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None, true));
    return machine.get();
  }
};

std::string name(std::size_t i, const char* what) { return what + std::to_string(i); }

std::unique_ptr<Module> emit(const CompileRequest& request, llvm::LLVMContext& context) {
  auto module = std::make_unique<Module>("formula", context);
  Emitter ones(*module, math_table(sharing_class(request.cpu)));
  Emitter batches(*module, math_table(request.cpu));
  for (std::size_t i = 0; i < request.sources.size(); ++i) {
    const std::string integrands = name(i, "integrand") + "_";
    const std::vector<IntegralCall>& integrals = request.sources[i].program->integrals;
    for (std::size_t k = 0; k < integrals.size(); ++k)
      batches.many(integrands + std::to_string(k), integrals[k].integrand);
    ones.use_integrands(integrands);
    batches.use_integrands(integrands);
    ones.one(name(i, "one"), *request.sources[i].program, request.optimise);
    if (request.sources[i].along) batches.many(name(i, "many"), *request.sources[i].program);
  }
  return module;
}

// Instruction selection and the rest of the back end; the programs come with their common
// subexpressions shared, so no pass over the IR would find much.
std::unique_ptr<llvm::MemoryBuffer> object_code(Module& module, llvm::TargetMachine& machine) {
  module.setTargetTriple(machine.getTargetTriple().str());
  module.setDataLayout(machine.createDataLayout());
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  llvm::MCContext* unused = nullptr;
  if (machine.addPassesToEmitMC(passes, unused, stream)) return nullptr;
  passes.run(module);
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(bytes), false);
}

// Code that is taken out of memory with its last user.
struct Loaded {
  std::shared_ptr<Session> session;
  llvm::orc::JITDylib* library = nullptr;
  ~Loaded() {
    if (library) llvm::consumeError(session->jit->getExecutionSession().removeJITDylib(*library));
  }
};

MachineCode failure(std::string why) {
  MachineCode code;
  code.error = std::move(why);
  return code;
}

MachineCode load(const CompileRequest& request, std::shared_ptr<Session> session,
                 std::unique_ptr<llvm::MemoryBuffer> object) {
  llvm::orc::LLJIT& jit = *session->jit;
  auto loaded = std::make_shared<Loaded>();
  loaded->session = session;
  llvm::orc::JITDylib& library = jit.getExecutionSession().createBareJITDylib(
      name(static_cast<std::size_t>(session->requests++), "formula"));
  loaded->library = &library;
  if (llvm::Error e = jit.addObjectFile(library, std::move(object))) return failure(told(std::move(e)));
  MachineCode code;
  for (std::size_t i = 0; i < request.sources.size(); ++i) {
    MachineFunction f;
    auto one = jit.lookup(library, name(i, "one"));
    if (!one) return failure(told(one.takeError()));
    f.one = one->toPtr<KernelCode::One>();
    if (request.sources[i].along) {
      auto many = jit.lookup(library, name(i, "many"));
      if (!many) return failure(told(many.takeError()));
      f.many = many->toPtr<KernelCode::Many>();
    }
    code.functions.push_back(f);
  }
  code.owner = std::move(loaded);
  return code;
}

// Called by one thread at a time.
MachineCode compile(const CompileRequest& request) {
  static const std::shared_ptr<Session> session = std::make_shared<Session>();
  if (!session->jit) return failure(session->error);
  llvm::TargetMachine* machine = session->machine(request.cpu, request.optimise);
  if (!machine) return failure(session->error);
  llvm::LLVMContext context;
  const std::unique_ptr<Module> module = emit(request, context);
  if (llvm::verifyModule(*module)) return failure("the code made from this formula is not valid");
  std::unique_ptr<llvm::MemoryBuffer> object = object_code(*module, *machine);
  if (!object) return failure("LLVM cannot write code for this processor");
  return load(request, session, std::move(object));
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const LlvmLibrary* limber_llvm() {
  static const LlvmLibrary library{compile};
  return &library;
}

}  // namespace limber
