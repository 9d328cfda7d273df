#include "knowledge/net/net.hpp"

#ifdef ISTHMUS_NET_ARM
#ifdef __linux__
#include <asm/hwcap.h>
#include <sys/auxv.h>
#elif defined(__APPLE__)
#include <sys/sysctl.h>
#endif
#endif

#include <stdexcept>

#include "knowledge/net/packed.hpp"
#include "knowledge/net/tensors.hpp"

namespace isthmus {
namespace net {
#ifdef ISTHMUS_NET_ARM
namespace {

bool has_dot_products() {
#ifdef __linux__
    return getauxval(AT_HWCAP) & HWCAP_ASIMDDP;
#elif defined(__APPLE__)
    int has = 0;
    std::size_t size = sizeof has;
    return sysctlbyname("hw.optional.arm.FEAT_DotProd", &has, &size, nullptr, 0) == 0 && has;
#else
    return false;
#endif
}

}  // namespace
#endif

// CMakeLists.txt chooses which of them are built. Each has a file that is compiled for its machines.
extern const Kernel avx512_kernel, avx2_kernel, neon_dot_kernel, neon_kernel, scalar_kernel;

std::vector<const Kernel*> kernels() {
    std::vector<const Kernel*> out;
#ifdef ISTHMUS_NET_X86
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni"))
        out.push_back(&avx512_kernel);
    if (__builtin_cpu_supports("avx2")) out.push_back(&avx2_kernel);
#endif
#ifdef ISTHMUS_NET_ARM
    if (neon_dot_kernel.name && has_dot_products()) out.push_back(&neon_dot_kernel);
    out.push_back(&neon_kernel);
#endif
    out.push_back(&scalar_kernel);
    return out;
}

}  // namespace net

namespace {

const net::Kernel* chosen(const std::string& name) {
    std::string known;
    for (const auto* kernel : net::kernels()) {
        if (name == "best" || name == kernel->name) return kernel;
        known += known.empty() ? "" : ", ";
        known += kernel->name;
    }
    throw std::invalid_argument("net: this machine has no kernel " + name + "; it has " + known);
}

NetShape checked(NetShape shape) {
    net::check_shape(shape);
    return shape;
}

}  // namespace

Net::Net(NetShape shape, const Tensors& tensors, bool exact, const std::string& kernel)
    : shape_(checked(std::move(shape))), packed_(net::pack(shape_, tensors, exact, chosen(kernel))) {}
Net::~Net() = default;

std::string Net::kernel() const { return packed_->kernel->name; }

std::vector<std::string> Net::kernels() {
    std::vector<std::string> out;
    for (const auto* kernel : net::kernels()) out.emplace_back(kernel->name);
    return out;
}

}  // namespace isthmus
